//! TLS to the database, by rustls: the server's certificate is always checked.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, InvalidDnsNameError, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::address::Encryption;
use crate::log::StoreError;

/// Makes connections that are encrypted. Where nothing is, it knows no authority and is never asked.
#[derive(Clone)]
pub struct Tls(Arc<ClientConfig>);

impl Tls {
    /// With the authorities that this encryption believes.
    pub fn new(encryption: &Encryption) -> Result<Self, StoreError> {
        let mut roots = RootCertStore::empty();
        let unfit = |why: String| StoreError::Unfit(why);
        match encryption {
            Encryption::None => {}
            Encryption::Checked(Some(file)) => {
                let wrong =
                    |error: &dyn std::fmt::Display| unfit(format!("sslrootcert {}: {error}", file.display()));
                let certificates = CertificateDer::pem_file_iter(file).map_err(|error| wrong(&error))?;
                for certificate in certificates {
                    roots.add(certificate.map_err(|error| wrong(&error))?).map_err(|error| wrong(&error))?;
                }
                if roots.is_empty() {
                    return Err(wrong(&"there is no certificate in it"));
                }
            }
            Encryption::Checked(None) => {
                let system = rustls_native_certs::load_native_certs();
                let _ = roots.add_parsable_certificates(system.certs);
                if roots.is_empty() {
                    let why =
                        "this system knows no certificate authorities: name a file of them by sslrootcert";
                    return Err(unfit(why.to_owned()));
                }
            }
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| unfit(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self(Arc::new(config)))
    }
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Encrypted;
    type TlsConnect = Connect;
    type Error = InvalidDnsNameError;

    fn make_tls_connect(&mut self, host: &str) -> Result<Connect, InvalidDnsNameError> {
        Ok(Connect(TlsConnector::from(Arc::clone(&self.0)), ServerName::try_from(host.to_owned())?))
    }
}

/// One connection about to be encrypted, to the server of this name.
pub struct Connect(TlsConnector, ServerName<'static>);

impl TlsConnect<Socket> for Connect {
    type Stream = Encrypted;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        let Self(connector, server) = self;
        Box::pin(async move { connector.connect(server, socket).await.map(Encrypted) })
    }
}

/// An encrypted connection.
pub struct Encrypted(client::TlsStream<Socket>);

impl TlsStream for Encrypted {
    fn channel_binding(&self) -> ChannelBinding {
        // The certificate is checked, so nobody is in between.
        ChannelBinding::none()
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, into)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, from)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
