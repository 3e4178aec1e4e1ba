//! Boxes that connect to head office by TLS, each with a key and a certificate of its own, and send the recording.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use barback::head::box_port::{CodeFor, PairContext, make_code, pair};
use barback::head_link::figures::SETS;
use barback::https::{BoxIdentity, ClampedClock, box_connector};
use barback::parcels::{
    ClockReading, DirectivePosition, EntryMark, FigureRows, HEAD_NAME, Header, Hello, HelloAnswer, LineName, PROTOCOL, PairRequest, Parcel,
    ParcelAnswer, PrivateKey, ProtocolRange, write,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{CONTENT_TYPE, HOST, RETRY_AFTER};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use rcgen::{CertificateParams, KeyPair};
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::Outcome;
use crate::office::Office;
use crate::recording::{Recording, Step, now};

/// Boxes that pair at once.
const PAIRING: usize = 8;
/// Pause of a box that is told to come back and not when.
const BUSY_PAUSE: Duration = Duration::from_secs(1);

/// Boxes with the same recording.
pub struct Fleet {
    boxes: Vec<Arc<SendingBox>>,
    recording: Arc<Recording>,
    arrived: Arc<AtomicU64>,
}

/// What the boxes saw.
#[derive(Default)]
pub struct Sent {
    /// From a parcel to its answer, each.
    pub times: Vec<Duration>,
    /// Bytes of all parcels.
    pub bytes: u64,
    /// How often head office was busy.
    pub busy: u64,
}

struct SendingBox {
    bar: String,
    box_name: String,
    key: PrivateKey,
    connector: TlsConnector,
    port: u16,
}

/// A connection with head office.
struct Line {
    sender: SendRequest<Full<Bytes>>,
    sent: Sent,
}

impl Fleet {
    /// Pairs new boxes of new bars with these numbers.
    pub async fn pair(office: &Office, recording: Arc<Recording>, numbers: Range<u64>) -> Outcome<Self> {
        let paired = stream::iter(numbers).map(|number| SendingBox::pair(office, &recording, number)).buffer_unordered(PAIRING);
        let boxes = paired.map_ok(Arc::new).try_collect().await?;
        Ok(Fleet { boxes, recording, arrived: Arc::default() })
    }

    /// The entries of all boxes.
    pub fn entries(&self) -> u64 {
        self.recording.entries * self.boxes.len() as u64
    }

    /// The entries that head office has taken so far.
    pub fn arrived(&self) -> u64 {
        self.arrived.load(Ordering::Relaxed)
    }

    /// All boxes send everything, at once.
    pub async fn send(&self) -> Outcome<Sent> {
        let mut sending = JoinSet::new();
        for one in &self.boxes {
            let (one, recording, arrived) = (one.clone(), self.recording.clone(), self.arrived.clone());
            sending.spawn(async move { one.send(&recording, &arrived).await });
        }
        let mut all = Sent::default();
        while let Some(sent) = sending.join_next().await {
            let sent = sent??;
            all.times.extend(sent.times);
            (all.bytes, all.busy) = (all.bytes + sent.bytes, all.busy + sent.busy);
        }
        all.times.sort();
        Ok(all)
    }
}

impl Sent {
    /// The time that this many of a hundred parcels did not exceed. The times are sorted.
    pub fn percentile(&self, hundredths: usize) -> Duration {
        let place = (self.times.len() * hundredths / 100).min(self.times.len().saturating_sub(1));
        self.times.get(place).copied().unwrap_or_default()
    }
}

impl SendingBox {
    async fn pair(office: &Office, recording: &Recording, number: u64) -> Outcome<Self> {
        let (bar, name) = (format!("{:032x}", number + 1), format!("Bar {number}"));
        let code = make_code(&office.database, &office.authority, &CodeFor::New { name: name.clone() }, "owner", now()).await?.code;
        let key = KeyPair::generate()?;
        let request = PairRequest {
            request: BASE64.encode(CertificateParams::default().serialize_request(&key)?.der()),
            bar: bar.clone(),
            journal: recording.entries,
            hash: recording.newest.hash,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            business_name: name,
            demo: false,
        };
        let context = PairContext { database: &office.database, authority: &office.authority, name: "Chain", now: now() };
        let answer = pair(context, &code, &request).await?;
        let (authority, certificate) = (BASE64.decode(answer.authority)?, BASE64.decode(answer.certificate)?);
        let connector = box_connector(&BoxIdentity { authority, certificate, key: key.serialize_der() }, ClampedClock::new(now))?;
        let key = PrivateKey::from_pkcs8(key.serialized_der()).ok_or("a P-256 key")?;
        Ok(SendingBox { bar, box_name: answer.box_name, key, connector, port: office.port })
    }

    async fn send(&self, recording: &Recording, arrived: &AtomicU64) -> Outcome<Sent> {
        let mut line = self.connect().await?;
        let greeted: HelloAnswer = line.call("/box/v1/hello", serde_json::to_vec(&hello(recording))?).await?;
        if greeted.position.is_some() || !greeted.ask.is_empty() {
            return Err("head office knows a new box".into());
        }
        for step in &recording.steps {
            let taken = line.parcel(self.parcel(recording.line, Some(step), recording.newest, None)?).await?;
            if taken.position.map(|position| position.seq) != Some(step.to.seq) {
                return Err(format!("head office is not at entry {}", step.to.seq).into());
            }
            arrived.fetch_add(step.to.seq - step.from.seq, Ordering::Relaxed);
        }
        for figures in &recording.figures {
            line.parcel(self.parcel(recording.line, None, recording.newest, Some(figures.clone()))?).await?;
        }
        Ok(line.sent)
    }

    fn parcel(&self, line: LineName, step: Option<&Step>, newest: EntryMark, figures: Option<FigureRows>) -> Outcome<Vec<u8>> {
        let header = Header {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: PROTOCOL,
            bar: self.bar.clone(),
            line,
            box_name: self.box_name.clone(),
            at: now(),
            from: step.map_or(newest, |step| step.from),
            to: step.map_or(newest, |step| step.to),
        };
        Ok(write(&Parcel { header, step: step.map(|step| step.segment.clone()), figures }, &self.key)?)
    }

    async fn connect(&self) -> Outcome<Line> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await?;
        stream.set_nodelay(true)?;
        let secure = self.connector.connect(ServerName::try_from(HEAD_NAME)?, stream).await?;
        let (sender, connection) = handshake(TokioIo::new(secure)).await?;
        tokio::spawn(connection);
        Ok(Line { sender, sent: Sent::default() })
    }
}

impl Line {
    /// Sends a parcel until head office takes it.
    async fn parcel(&mut self, bytes: Vec<u8>) -> Outcome<ParcelAnswer> {
        self.sent.bytes += bytes.len() as u64;
        let began = Instant::now();
        let answer = self.call("/box/v1/parcels", bytes).await?;
        self.sent.times.push(began.elapsed());
        Ok(answer)
    }

    /// Calls until head office is not busy.
    async fn call<T: DeserializeOwned>(&mut self, path: &str, bytes: Vec<u8>) -> Outcome<T> {
        let bytes = Bytes::from(bytes);
        loop {
            let request = Request::post(path).header(HOST, HEAD_NAME).header(CONTENT_TYPE, "application/octet-stream");
            self.sender.ready().await?;
            let answer = self.sender.send_request(request.body(Full::new(bytes.clone()))?).await?;
            let (status, headers) = (answer.status(), answer.headers().clone());
            let body = answer.into_body().collect().await?.to_bytes();
            if status == StatusCode::OK {
                return Ok(serde_json::from_slice(&body)?);
            }
            if status != StatusCode::SERVICE_UNAVAILABLE {
                return Err(format!("{path}: {status} {}", String::from_utf8_lossy(&body)).into());
            }
            self.sent.busy += 1;
            let seconds = headers.get(RETRY_AFTER).and_then(|seconds| seconds.to_str().ok()?.parse().ok());
            sleep(seconds.map_or(BUSY_PAUSE, Duration::from_secs)).await;
        }
    }
}

/// The first hello of a box, which head office does not know.
fn hello(recording: &Recording) -> Hello {
    Hello {
        protocol: ProtocolRange { min: PROTOCOL, max: PROTOCOL },
        version: env!("CARGO_PKG_VERSION").to_owned(),
        line: recording.line,
        journal: recording.entries,
        hash: recording.newest.hash.unwrap_or(barback::parcels::Mark([0; 32])),
        marks: vec![recording.newest],
        figure_sets: SETS.iter().map(|set| set.as_str().to_owned()).collect(),
        kinds: Vec::new(),
        clock: ClockReading { now: now(), doubtful: false },
        directives: DirectivePosition::default(),
    }
}
