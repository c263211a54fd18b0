graph [
  node [
    id 0
    label "ann"
    height 1.5
  ]
  node [
    id 1
    label "bob"
    height 2.0
  ]
  node [
    id 2
    label "cat"
    height -1.0
  ]
  node [
    id 3
    label "dan"
    height 0.0
  ]
  edge [
    source 0
    target 1
    weight 2.5
  ]
  edge [
    source 1
    target 2
    weight 1.0
  ]
  edge [
    source 2
    target 3
    weight 0.25
  ]
]
