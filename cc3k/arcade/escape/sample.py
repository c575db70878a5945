"""Sample configuration: the game that `cc3k escape` plays when it is given no file."""

SAMPLE_CONFIGURATION = """\
/* A meadow between two rivers: each side has five animals, and all four corners lead out. */
Coordinate type: SQUARE
xMax: 9
yMax: 12
Players: South North

Locations:
    /* The ways out, and the rocks before them. */
    (1, 1) exit   (1, 12) exit   (9, 1) exit   (9, 12) exit
    (3, 2) block  (3, 11) block  (7, 2) block  (7, 11) block
    (5, 4) block  (5, 9) block   (5, 6) exit   (5, 7) exit

    (1, 10) South bird (1, 8) South dog  (1, 7) South horse  (1, 5) South frog  (1, 3) South snail
    (9, 3) North bird  (9, 5) North dog  (9, 6) North horse  (9, 8) North frog  (9, 10) North snail

Piece descriptors:
    bird  diagonal   [distance 3, fly, value 2]
    dog   orthogonal [distance 3, value 3]
    horse linear     [distance 2, jump, value 4]
    frog  omni       [distance 2, jump]
    snail omni       [distance 1, unblock, value 5]

Rules:
    POINT_CONFLICT
    SCORE 8
    TURN_LIMIT 80
"""
