import Testing

/// Everything below the screen against a running exchange, over real sockets and in real time.
///
/// One after the other, so that the times and the memory that they measure are their own.
@Suite(.serialized, .timeLimit(.minutes(4))) enum LiveTests {}
