use std::fmt::Display;
use std::io;
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;

use rustls::client::WantsClientCert;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::{ClientConfig, ClientConnection, ConfigBuilder, RootCertStore, StreamOwned};

use crate::error::{Code, Error, Result};

/// How connections are encrypted, by rustls. The server's certificate must have the host's name or address.
#[derive(Clone)]
pub struct Tls(Arc<ClientConfig>);

impl Tls {
    /// Believes servers whose certificates the authorities in that PEM file have signed.
    pub fn ca_file(file: impl AsRef<Path>) -> Result<Tls> {
        Ok(Tls(Arc::new(believing(file.as_ref())?.with_no_client_auth())))
    }

    /// As `ca_file`, and shows a client's certificate, with those of the authorities behind it, and its key: PEM files.
    pub fn with_certificate(
        ca_file: impl AsRef<Path>,
        certificate: impl AsRef<Path>,
        key: impl AsRef<Path>,
    ) -> Result<Tls> {
        let (certificate, key) = (certificate.as_ref(), key.as_ref());
        let secret = PrivateKeyDer::from_pem_file(key).map_err(|reason| unusable(key, reason))?;
        let made = believing(ca_file.as_ref())?.with_client_auth_cert(certificates(certificate)?, secret);
        Ok(Tls(Arc::new(made.map_err(|reason| unusable(certificate, reason))?)))
    }

    pub(crate) fn over(&self, socket: TcpStream, host: &str) -> io::Result<StreamOwned<ClientConnection, TcpStream>> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        let made = ClientConnection::new(self.0.clone(), name).map_err(io::Error::other)?;
        Ok(StreamOwned::new(made, socket))
    }
}

/// A configuration of your own, such as one with the system's authorities.
impl From<Arc<ClientConfig>> for Tls {
    fn from(config: Arc<ClientConfig>) -> Tls {
        Tls(config)
    }
}

fn believing(ca_file: &Path) -> Result<ConfigBuilder<ClientConfig, WantsClientCert>> {
    let mut authorities = RootCertStore::empty();
    for each in certificates(ca_file)? {
        authorities.add(each).map_err(|reason| unusable(ca_file, reason))?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider()); // whatever the program's own default is
    let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let begun = versions.map_err(|reason| Error::new(Code::Internal, reason.to_string()))?;
    Ok(begun.with_root_certificates(authorities))
}

fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>> {
    let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<std::result::Result<Vec<_>, _>>);
    let all = read.map_err(|reason| unusable(file, reason))?;
    if all.is_empty() {
        return Err(unusable(file, "it has no certificate"));
    }
    Ok(all)
}

fn unusable(file: &Path, reason: impl Display) -> Error {
    Error::new(Code::InvalidSettings, format!("{} cannot be used for TLS: {reason}", file.display()))
}
