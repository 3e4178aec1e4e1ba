//! The task that says hello to head office and sends it parcels, one at a time. It runs while the bar is connected, and only then.
//! What is due when is decided in [`super::shipping`].

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use tokio::time::Instant;

use super::client::{HeadClient, HeadError, Sent};
use super::packing::{Content, Packed, unreadable};
use super::sending::{FigurePart, FigureSending};
use super::session::OfficeSession;
use super::shipping::{Action, Shipping, Taken};
use super::status::LinkError;
use super::{Parts, blocking, directives, journal, note};
use crate::engine::figure_notes;
use crate::head_office;
use crate::parcels::{HelloAnswer, ParcelAnswer, Position};
use base::Timestamp;
use web::https::{ClampedClock, box_connector};

/// Most hellos in a row that answer a question of head office.
const ROUNDS_MAX: usize = 64;

const HELLO_PATH: &str = "/box/v1/hello";
const PARCELS_PATH: &str = "/box/v1/parcels";

/// Sends to one head office at one address.
pub struct Shipper {
    parts: Parts,
    session: OfficeSession,
    client: HeadClient,
    shipping: Shipping,
    figures: FigureSending,
}

/// Runs until the bar is disconnected, the box has no key, or the box stops.
pub async fn run(parts: Parts) {
    loop {
        let seen = parts.settings_feed.head();
        let Ok(Some(session)) = OfficeSession::open(&parts).await else { return };
        let Some(shipper) = Shipper::new(&parts, session) else { return };
        note(&parts, |tables| figure_notes::begin(tables)).await;
        if shipper.send_until_changed(seen).await.is_none() {
            return;
        }
    }
}

impl Shipper {
    fn new(parts: &Parts, session: OfficeSession) -> Option<Self> {
        let clock = parts.clock.clone();
        let tls = box_connector(&session.keys.tls, ClampedClock::new(move || clock().0));
        let tls = tls.inspect_err(|error| tracing::warn!("the certificate for head office cannot be used: {error}")).ok()?;
        let client = HeadClient::new(session.address.clone(), tls, None, parts.pace);
        let shipping = Shipping::new(parts.pace, Instant::now());
        Some(Shipper { parts: parts.clone(), session, client, shipping, figures: FigureSending::default() })
    }

    /// Sends until the connection is another one. `None` once the engine has stopped. `seen`: the newest change of settings when the
    /// session was read.
    async fn send_until_changed(mut self, mut seen: u64) -> Option<()> {
        let (mut settings, mut feed, wake) = (self.parts.settings_feed.clone(), self.parts.feed.clone(), self.parts.wake.clone());
        loop {
            // Also without a pause: settings may have changed.
            tokio::select! {
                () = tokio::time::sleep_until(self.shipping.due(Instant::now())) => {}
                () = wake.notified() => self.shipping.woken(Instant::now()),
                changed = settings.after(seen) => {
                    seen = changed?;
                    match OfficeSession::open(&self.parts).await {
                        Ok(Some(session)) if session.is_same(&self.session) => continue,
                        _ => return Some(()),
                    }
                }
                newest = feed.after(self.shipping.seq()), if self.shipping.is_idle() => {
                    newest?;
                    self.shipping.entry_written(Instant::now());
                    continue;
                }
            }
            let outcome = match self.shipping.next(Instant::now()) {
                Action::Wait { .. } => continue,
                Action::Greet { is_first } => self.greet(is_first).await,
                Action::Send { with_entries } => self.pack_and_send(with_entries).await,
            };
            self.note_outcome(outcome);
        }
    }

    /// Finds out what head office has. `is_first`: with marks of older entries.
    async fn greet(&mut self, is_first: bool) -> Result<(), LinkError> {
        let mut hello = self.session.hello(&self.parts, is_first).await?;
        for _ in 0..ROUNDS_MAX {
            let answer: HelloAnswer = self.client.post(HELLO_PATH, Sent::Json(&hello)).await.map_err(LinkError::Head)?;
            if answer.ask.is_empty() {
                self.adopt(answer.position).await?;
                self.parts.status.greeted(&answer);
                self.figures.adopt_answer(answer.figures_upto, answer.wants);
                let newest = self.parts.feed.head();
                let lacks_figures = self.figures.has_more() || self.figures.upto < newest;
                self.shipping.greeted(newest, lacks_figures, Instant::now());
                return self.fetch(answer.directives).await;
            }
            hello.marks = self.session.marks(&self.parts, answer.ask).await?;
        }
        Err(LinkError::Head(HeadError::Unexpected("it asks for ever more entries".to_owned())))
    }

    async fn pack_and_send(&mut self, with_entries: bool) -> Result<(), LinkError> {
        match self.pack(with_entries).await {
            Ok(Some((packed, figures))) => self.send(packed, figures).await,
            Ok(None) => {
                self.shipping.nothing_to_send(with_entries);
                self.greet(false).await
            }
            Err(error) => {
                self.shipping.hold(error, Instant::now());
                Ok(())
            }
        }
    }

    /// The next parcel, with the part of the figures in it. `with_entries`: unless figures go first.
    async fn pack(&self, with_entries: bool) -> Result<Option<(Packed, Option<FigurePart>)>, LinkError> {
        let (session, at) = (self.session.clone(), self.parts.clock_now());
        let (figures, position, figures_first) = (self.figures.clone(), self.shipping.position(), self.shipping.figures_first());
        blocking(&self.parts, move |view| {
            // Head office keeps figures of a line that it has entries of.
            let line = journal::newest_line(view).map_err(unreadable)?;
            let has_line = position.is_some_and(|position| position.line == line);
            let seq = position.map_or(0, |position| position.seq);
            let begins_line =
                with_entries && seq + 1 >= head_office::line_start(view, store::head(view).map_err(unreadable)?).map_err(unreadable)?;
            let part = if has_line || begins_line { figures.next(view).map_err(unreadable)? } else { None };
            let entries = with_entries && !(figures_first && has_line && part.is_some());
            let rows = part.as_ref().map(|part| part.rows.clone());
            let content = Content { position: seq, entries, figures: rows };
            Ok(session.sender().pack(view, &content, at)?.map(|packed| (packed, part)))
        })
        .await
    }

    async fn send(&mut self, packed: Packed, figures: Option<FigurePart>) -> Result<(), LinkError> {
        let Packed { bytes, from, to, has_more } = packed;
        let answer: ParcelAnswer = match self.client.post::<(), _>(PARCELS_PATH, Sent::Parcel(bytes)).await {
            Ok(answer) => answer,
            Err(error) => return self.shipping.refused(error, Instant::now()),
        };
        if answer.position.is_some() {
            self.adopt(answer.position).await?;
        }
        self.parts.status.sent(&answer);
        if to > from {
            self.shipping.entries_taken(from)?;
        }
        let is_kept = match figures {
            Some(part) => self.figures.sent(&self.parts, part, answer.figures_upto).await,
            None => true,
        };
        // A head office that keeps no figures gets them again with the next parcel or hello.
        let more_figures = is_kept && self.figures.has_more();
        let taken = Taken { more_entries: has_more, more_figures, newest: self.parts.feed.head() };
        self.shipping.taken(taken, Instant::now());
        self.fetch(answer.directives).await
    }

    /// Fetches the directives up to `newest`.
    async fn fetch(&mut self, newest: u64) -> Result<(), LinkError> {
        if directives::fetch(&self.parts, &mut self.client, newest).await? > 0 {
            self.shipping.directives_arrived();
        }
        Ok(())
    }

    /// Goes on from what head office has. It must be in the journal: an entry of another history would leave a gap.
    async fn adopt(&mut self, position: Option<Position>) -> Result<(), LinkError> {
        let is_known = self.session.adopt(&self.parts, position).await?;
        if !is_known {
            self.shipping.position_unknown();
            return Err(LinkError::Head(HeadError::Unexpected("it names an entry that this box does not have".to_owned())));
        }
        self.shipping.adopt(position);
        self.parts.status.set_position(position);
        Ok(())
    }

    /// Notes how a contact ended, for the next one and for people.
    fn note_outcome(&mut self, outcome: Result<(), LinkError>) {
        let now = Instant::now();
        match outcome {
            Ok(()) => {
                self.shipping.succeeded(now);
                match self.shipping.held() {
                    Some(held) => self.note_failure(held.error.clone(), held.until.duration_since(now)),
                    None => self.parts.status.succeeded(),
                }
            }
            Err(error) => {
                let pause = self.shipping.failed(&error, random(), now);
                self.note_failure(error, pause);
            }
        }
    }

    fn note_failure(&self, error: LinkError, pause: Duration) {
        self.parts.status.failed(error, later(self.parts.clock_now(), pause));
    }
}

fn later(at: Timestamp, pause: Duration) -> Timestamp {
    Timestamp::from_millis(at.as_millis().saturating_add(i64::try_from(pause.as_millis()).unwrap_or(i64::MAX)))
}

/// A number that differs between boxes; it protects nothing.
fn random() -> u32 {
    let number = RandomState::new().hash_one(());
    u32::try_from(number & u64::from(u32::MAX)).unwrap_or(0)
}
