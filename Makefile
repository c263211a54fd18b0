# Two commands: `make run` opens the program, `make test` runs every test.
# They share one build of the dependencies (see the profile in Cargo.toml), and so does `make bench`.
# Both install the system packages that are missing (Debian and Ubuntu), and nothing when all are there.

SHELL := bash
CARGO ?= cargo

BUILD_PACKAGES := gcc libc6-dev pkg-config
WINDOW_PACKAGES := libgl1 libglx-mesa0 libgl1-mesa-dri libegl1 libx11-6 libx11-xcb1 libxcursor1 libxi6 \
	libxkbcommon0 libxkbcommon-x11-0 libxrender1 libxfixes3
TEST_PACKAGES := xvfb xauth

SLURM_PACKAGES := slurm-wlm slurmd slurmctld slurm-client munge

.PHONY: run test test-python test-slurm bench bench-peers screenshots packages-run packages-test

run: packages-run
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY$$WAYLAND_SOCKET" ]; then \
		$(CARGO) run --release --; \
	else \
		$(CARGO) build --release && \
		target/release/proxpool figures --out figures && \
		echo "There is no display, so no window was opened: the figures of the bundled data are in figures/." && \
		echo "More works without a window: target/release/proxpool --help"; \
	fi

test: packages-test
	xvfb-run -a -s "-screen 0 2048x1280x24" $(CARGO) test --release

# What other programs read of the same data, made anew: RDKit for SMILES.
test-python:
	tests/rdkit/run.sh

# A study under a real Slurm on this machine, compared with a local run; says so where there can be none. Daemons that the
# packages bring along are not started: the test has its own, which it ends.
test-slurm: packages-run
	@if command -v apt-get > /dev/null && ! command -v slurmctld > /dev/null; then \
		echo "Installing $(SLURM_PACKAGES)"; \
		sudo=""; if [ "$$(id -u)" != 0 ]; then sudo=sudo; fi; \
		$$sudo apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 $$sudo apt-get install -y -qq --no-install-recommends \
			$(SLURM_PACKAGES) > /dev/null || echo "Slurm could not be installed"; \
	fi
	$(CARGO) build --release
	tests/slurm/run.sh

bench:
	$(CARGO) bench

# Beside PyTorch, in one run and as one table; PROXPOOL_DATA names the folder of the datasets. The environment takes several GB.
PEERS ?= target/peers
bench-peers:
	@[ -n "$$PROXPOOL_DATA" ] || { echo "Set PROXPOOL_DATA to the folder that has NCI1, PROTEINS and DD"; exit 1; }
	[ -x $(PEERS)/bin/python ] || python3 -m venv $(PEERS)
	$(PEERS)/bin/python -c "import torch, torch_geometric, scipy" 2> /dev/null || \
		$(PEERS)/bin/pip install -q torch torch_geometric numpy scipy
	$(CARGO) bench --bench training --no-run
	$(PEERS)/bin/python benches/peers/compare.py "$$PROXPOOL_DATA"

# Made by a command, never by hand. The protein is of D&D, which is not bundled: its pictures are made
# where PROXPOOL_DATA names a folder that has it. What a window remembers of its user is not on them.
PICTURE := XDG_DATA_HOME=target/pictures xvfb-run -a -s "-screen 0 2048x1280x24" target/release/proxpool
screenshots: packages-test
	$(CARGO) build --release
	mkdir -p screenshots
	target/release/proxpool figure pooling MUTAG --graph 3 --pool proxpool,gpool,diffpool --dpi 200 \
		--out screenshots/figure-pooling.png
	target/release/proxpool figure kernels molecules --graph 120 --order seed-cluster --dpi 200 \
		--out screenshots/figure-kernels.png
	[ -e target/runs/MUTAG-proxpool ] || target/release/proxpool train MUTAG --out target/runs/MUTAG-proxpool
	$(PICTURE) MUTAG --tab train --run target/runs/MUTAG-proxpool --graph 3 \
		--size 1920x1080 --theme dark --screenshot screenshots/train.png
	$(PICTURE) MUTAG --tab train --run target/runs/MUTAG-proxpool --graph 5 --epoch 12 \
		--size 1280x800 --theme light --screenshot screenshots/scrubber.png
	$(PICTURE) "proxpool:MUTAG?graph=3&tab=steps&step=10&pair=0,4,5" --size 1280x800 \
		--theme dark --screenshot screenshots/steps.png
	for tab in spectrum compare; do \
		$(PICTURE) MUTAG --graph 3 --tab $$tab --size 1280x800 --theme light \
			--screenshot screenshots/$$tab.png || exit 1; \
	done
	for theme in dark light; do \
		for size in 1280x800 1920x1080; do \
			$(PICTURE) MUTAG --graph 3 --size $$size --theme $$theme \
				--screenshot screenshots/explore-$$size-$$theme.png || exit 1; \
			if [ -e "$$PROXPOOL_DATA/DD" ] || [ -e "$$PROXPOOL_DATA/DD.zip" ]; then \
				$(PICTURE) DD --graph 2 --size $$size --theme $$theme \
					--screenshot screenshots/protein-$$size-$$theme.png || exit 1; \
			else \
				echo "PROXPOOL_DATA has no DD, so the pictures of a protein stay as they are"; \
			fi; \
		done; \
	done

packages-run:
	$(call install,$(BUILD_PACKAGES) $(WINDOW_PACKAGES))

packages-test:
	$(call install,$(BUILD_PACKAGES) $(WINDOW_PACKAGES) $(TEST_PACKAGES))

# Installs what is missing of a list of Debian packages; elsewhere says what is needed and goes on.
define install
	@if ! command -v apt-get > /dev/null; then \
		echo "Not a Debian system. Needed, under the names of this system: $(strip $(1))"; exit 0; \
	fi; \
	missing=""; \
	for package in $(1); do \
		dpkg-query -W -f='$${Status}' $$package 2> /dev/null | grep -q "ok installed" || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
		echo "Installing$$missing"; \
		sudo=""; if [ "$$(id -u)" != 0 ]; then sudo=sudo; fi; \
		$$sudo apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing > /dev/null; \
	fi
endef
