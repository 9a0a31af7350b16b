"""Three of the faults of `make network-faults`, so that each change meets them."""

import pytest

from network_faults import measure


@pytest.mark.parametrize("name", [
    "nothing from the exchange for 8 s",
    "a half-open connection",
    "the wall clock an hour ahead",
])
def test_no_old_price_stays_bright_and_live_comes_back(name, tape):
    result = measure(name, tape)
    assert result.is_good, str(result)
