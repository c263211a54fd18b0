a b NaN
