"""What runs the product on one machine: embedded servers, the supervisor behind `make play`, helpers of the tests."""
