12 graph
