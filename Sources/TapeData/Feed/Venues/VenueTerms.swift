/// Words that the terms of venues have in common.
enum VenueTerms {
  /// What the user can do when a source without keys refuses us.
  static func remedy(of venue: String) -> String {
    "\(venue) needs no key; it may not serve your address or country. Press r to try again, or choose another --source."
  }
}
