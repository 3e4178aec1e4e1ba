//! Connections by the name of a user of this machine. Over a socket, PostgreSQL lets a user in as the role of that name (`peer`), and root too
//! has to connect as that user.

use std::future::Future;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::pin::Pin;

use deadpool_postgres::Connect;
use rustix::process::{Uid, geteuid};
use rustix::thread::set_thread_res_uid;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio_postgres::config::Host;
use tokio_postgres::{Client, Config, Connection, Error, NoTls};

use crate::system_user::system_user;

/// Port, and with it name, of PostgreSQL's socket if the URL has none.
const PORT_DEFAULT: u16 = 5432;

/// Connects root's programs as another user.
pub(super) struct AsUser {
    user: Uid,
    socket: PathBuf,
}

impl AsUser {
    /// `None` where the caller's own name will do: without root, over a network, with a password, or if the role is no user here.
    pub fn needed(config: &Config) -> Option<Self> {
        let [Host::Unix(folder)] = config.get_hosts() else { return None };
        if !geteuid().is_root() || config.get_password().is_some() {
            return None;
        }
        let (user, _) = system_user(config.get_user()?)?;
        let port = config.get_ports().first().copied().unwrap_or(PORT_DEFAULT);
        Some(AsUser { user: Uid::from_raw(user), socket: folder.join(format!(".s.PGSQL.{port}")) })
    }
}

impl Connect for AsUser {
    fn connect(&self, config: &Config) -> Pin<Box<dyn Future<Output = Result<(Client, JoinHandle<()>), Error>> + Send>> {
        let (config, user, socket) = (config.clone(), self.user, self.socket.clone());
        Box::pin(async move {
            let stream = spawn_blocking(move || open_as(user, socket)).await.ok().flatten();
            match stream.and_then(|stream| tokio::net::UnixStream::from_std(stream).ok()) {
                Some(stream) => {
                    let (client, connection) = config.connect_raw(stream, NoTls).await?;
                    Ok((client, drive(connection)))
                }
                // Says why.
                None => {
                    let (client, connection) = config.connect(NoTls).await?;
                    Ok((client, drive(connection)))
                }
            }
        })
    }
}

/// Opens a socket in a thread that ends afterwards: the change of user is the thread's own.
fn open_as(user: Uid, socket: PathBuf) -> Option<UnixStream> {
    let open = move || {
        set_thread_res_uid(None, user, None).ok()?;
        let stream = UnixStream::connect(socket).ok()?;
        stream.set_nonblocking(true).ok()?;
        Some(stream)
    };
    std::thread::spawn(open).join().ok().flatten()
}

/// Exchanges the messages of a connection until it ends.
fn drive<S, T>(connection: Connection<S, T>) -> JoinHandle<()>
where
    Connection<S, T>: Future<Output = Result<(), Error>> + Send + 'static,
{
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::warn!("the connection to the database ended: {error}");
        }
    })
}
