//! The layout of the current graph on its own thread, which sleeps once it has converged.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use eframe::egui::Context;

use crate::{
    app::state::{Pins, history::Positions},
    layout::{LayoutRequest, Simulation},
};

/// Dropping it ends its thread.
pub(crate) struct LiveLayout {
    asks: Sender<Ask>,
    /// Asks that the thread has not yet taken up.
    n_unheard: Arc<AtomicUsize>,
    positions: Arc<Mutex<Positions>>,
    is_settled: Arc<AtomicBool>,
    pinned: Arc<Pins>,
    /// False while paused.
    pub is_running: bool,
}

enum Ask {
    Hold(u32, [f32; 2]),
    Unpin(u32),
    Put(Positions),
    Reheat,
    Run(bool),
}

/// Duration of a frame; layout steps take at most half of it.
const FRAME: Duration = Duration::from_millis(16);
const WORK: Duration = Duration::from_millis(8);
const MAX_STEPS: usize = 4;

impl LiveLayout {
    pub(crate) fn start(request: LayoutRequest, ctx: &Context) -> Self {
        Self::begin(request, true, ctx)
    }

    /// Continues with a changed graph from the positions of the request, paused if it was paused.
    pub(crate) fn changed(&self, request: LayoutRequest, ctx: &Context) -> Self {
        Self::begin(request, self.is_running, ctx)
    }

    fn begin(request: LayoutRequest, is_running: bool, ctx: &Context) -> Self {
        let (asks, heard) = channel();
        // Given positions are available at once, so that no frame is empty.
        let positions = Arc::new(Mutex::new(Arc::new(request.start.clone().unwrap_or_default())));
        let is_settled = Arc::new(AtomicBool::new(false));
        let n_unheard = Arc::new(AtomicUsize::new(0));
        let mut worker = Worker {
            heard,
            n_unheard: n_unheard.clone(),
            positions: positions.clone(),
            is_settled: is_settled.clone(),
            ctx: ctx.clone(),
            may_move: is_running,
        };
        // Without a thread the canvas stays empty.
        let _ = thread::Builder::new().name("layout".to_owned()).spawn(move || worker.run(&request));
        Self { asks, n_unheard, positions, is_settled, pinned: Arc::default(), is_running }
    }

    /// Node positions; empty until the first ones are computed.
    pub(crate) fn positions(&self) -> Positions {
        self.positions.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the layout has converged, with all that was asked of it.
    pub(crate) fn is_settled(&self) -> bool {
        self.n_unheard.load(Ordering::Acquire) == 0 && self.is_settled.load(Ordering::Acquire)
    }

    /// Pins these nodes, and no others.
    pub(crate) fn hold(&mut self, pins: &Arc<Pins>) {
        if Arc::ptr_eq(pins, &self.pinned) {
            return;
        }
        let before = std::mem::replace(&mut self.pinned, pins.clone());
        for &node in before.keys().filter(|node| !pins.contains_key(node)) {
            self.ask(Ask::Unpin(node));
        }
        for (&node, &position) in pins.iter().filter(|(node, position)| before.get(node) != Some(position)) {
            self.ask(Ask::Hold(node, position));
        }
    }

    /// Puts all nodes where they were, at rest.
    pub(crate) fn put(&mut self, positions: Positions) {
        *self.positions.lock().unwrap_or_else(PoisonError::into_inner) = positions.clone();
        self.ask(Ask::Put(positions));
    }

    /// Restarts the simulation with increased energy.
    pub(crate) fn reheat(&mut self) {
        self.is_running = true;
        self.ask(Ask::Run(true));
        self.ask(Ask::Reheat);
    }

    pub(crate) fn set_running(&mut self, is_running: bool) {
        self.is_running = is_running;
        self.ask(Ask::Run(is_running));
    }

    fn ask(&self, ask: Ask) {
        self.n_unheard.fetch_add(1, Ordering::AcqRel);
        if self.asks.send(ask).is_err() {
            // The thread has ended.
            self.n_unheard.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

struct Worker {
    heard: Receiver<Ask>,
    n_unheard: Arc<AtomicUsize>,
    positions: Arc<Mutex<Positions>>,
    is_settled: Arc<AtomicBool>,
    ctx: Context,
    may_move: bool,
}

impl Worker {
    fn run(&mut self, request: &LayoutRequest) {
        let mut simulation = Simulation::new(request);
        self.publish(&simulation);
        loop {
            let is_moving = self.may_move && !simulation.is_settled();
            if is_moving {
                let start = Instant::now();
                for _ in 0..MAX_STEPS {
                    simulation.step();
                    if start.elapsed() > WORK || simulation.is_settled() {
                        break;
                    }
                }
                self.publish(&simulation);
                match self.heard.recv_timeout(FRAME.saturating_sub(start.elapsed())) {
                    Ok(ask) => self.hear(&mut simulation, ask),
                    Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                    Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return,
                }
            } else {
                let Ok(ask) = self.heard.recv() else { return };
                self.hear(&mut simulation, ask);
            }
            while let Ok(ask) = self.heard.try_recv() {
                self.hear(&mut simulation, ask);
            }
        }
    }

    fn hear(&mut self, simulation: &mut Simulation, ask: Ask) {
        match ask {
            Ask::Hold(node, position) => simulation.pin(node, position),
            Ask::Unpin(node) => simulation.unpin(node),
            Ask::Put(positions) => simulation.put_all(&positions),
            Ask::Reheat => simulation.reheat(),
            Ask::Run(may_move) => self.may_move = may_move,
        }
        self.publish(simulation);
        self.n_unheard.fetch_sub(1, Ordering::AcqRel);
    }

    fn publish(&self, simulation: &Simulation) {
        let positions = Arc::new(simulation.positions().to_vec());
        *self.positions.lock().unwrap_or_else(PoisonError::into_inner) = positions;
        self.is_settled.store(simulation.is_settled() || !self.may_move, Ordering::Release);
        self.ctx.request_repaint();
    }
}
