//! Calls on the system bus.

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use zbus::zvariant::{DynamicType, OwnedValue, Type};
use zbus::connection::Builder;
use zbus::{Connection, Message};

/// Time limit for an answer. NetworkManager answers at once and works on; RAUC reads a whole file first.
const ANSWER_MAX: Duration = Duration::from_secs(30);

/// Why a call on the bus failed.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The service's own words.
    #[error("{0}")]
    Refused(String),
    #[error("no answer after {} seconds", ANSWER_MAX.as_secs())]
    TimedOut,
    /// The bus is away, or an answer has another shape than the service documents.
    #[error("{0}")]
    Broken(String),
}

impl From<zbus::Error> for BusError {
    fn from(error: zbus::Error) -> Self {
        match error {
            zbus::Error::MethodError(name, text, _) => BusError::Refused(text.unwrap_or_else(|| name.to_string())),
            other => BusError::Broken(other.to_string()),
        }
    }
}

impl From<zbus::zvariant::Error> for BusError {
    fn from(error: zbus::zvariant::Error) -> Self {
        BusError::Broken(error.to_string())
    }
}

/// An object of a service, seen through one of its interfaces.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Object<'a> {
    pub service: &'a str,
    pub path: &'a str,
    pub interface: &'a str,
}

/// The system bus.
pub(crate) struct Bus(Connection);

impl Bus {
    /// The bus at `address`; without one the system bus.
    pub async fn connect(address: Option<&str>) -> Result<Self, BusError> {
        let connection = match address {
            Some(address) => Builder::address(address)?.build().await?,
            None => Connection::system().await?,
        };
        Ok(Bus(connection))
    }

    /// The names of the services that run, or that a call starts.
    pub async fn service_names(&self) -> Result<Vec<String>, BusError> {
        let bus = Object { service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus" };
        let mut names: Vec<String> = self.call(bus, "ListNames", &()).await?;
        let started: Vec<String> = self.call(bus, "ListActivatableNames", &()).await?;
        names.extend(started);
        Ok(names)
    }

    /// Calls a method and reads its answer.
    pub async fn call<R>(&self, object: Object<'_>, method: &str, arguments: &(impl Serialize + DynamicType)) -> Result<R, BusError>
    where
        R: DeserializeOwned + Type,
    {
        Ok(self.message(object, method, arguments).await?.body().deserialize()?)
    }

    /// Calls a method that answers nothing, or nothing that is needed.
    pub async fn tell(&self, object: Object<'_>, method: &str, arguments: &(impl Serialize + DynamicType)) -> Result<(), BusError> {
        self.message(object, method, arguments).await.map(|_| ())
    }

    /// Reads a property.
    pub async fn property<T>(&self, object: Object<'_>, name: &str) -> Result<T, BusError>
    where
        T: TryFrom<OwnedValue>,
        T::Error: Into<zbus::zvariant::Error>,
    {
        let properties = Object { interface: "org.freedesktop.DBus.Properties", ..object };
        let value: OwnedValue = self.call(properties, "Get", &(object.interface, name)).await?;
        T::try_from(value).map_err(|error| BusError::from(error.into()))
    }

    async fn message(
        &self,
        Object { service, path, interface }: Object<'_>,
        method: &str,
        arguments: &(impl Serialize + DynamicType),
    ) -> Result<Message, BusError> {
        let call = self.0.call_method(Some(service), path, Some(interface), method, arguments);
        Ok(tokio::time::timeout(ANSWER_MAX, call).await.map_err(|_| BusError::TimedOut)??)
    }
}
