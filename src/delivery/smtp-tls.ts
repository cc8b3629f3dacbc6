import { isThisMachine } from '../domain/this-machine.ts'

/** The parts of a mailer's error that are read here. */
export interface MailError {
  readonly code?: string
  readonly originalCode?: string
  /** The command that the server answered. `CONN` means the connection, and `API` means an error of this program. */
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
  /** Whether the server may have had the whole message. */
  readonly handedOver?: boolean
}

/**
 * The encryption of a connection. A connection to this machine itself may be unencrypted. When the local server offers
 * STARTTLS, its certificate is not checked, because it is mostly self-signed.
 */
export const encryptionFor = ({ protocol, hostname }: URL) =>
  protocol === 'smtp:' && isThisMachine(hostname)
    ? { tls: { rejectUnauthorized: false } }
    : { requireTLS: true, tls: { rejectUnauthorized: true } }

type TlsProblem = 'no_tls' | 'tls_failed'

/** The reason why the connection could not be encrypted. Undefined for every other error. */
export function tlsProblemOf({
  code,
  command,
  response,
  responseCode = 0,
  originalCode = '',
}: MailError): TlsProblem | undefined {
  if (code === 'ETLS' && command === 'STARTTLS' && response) return 'no_tls'
  // A server that knows only HELO cannot encrypt.
  if (code === 'ECONNECTION' && command === 'EHLO' && responseCode >= 500) return 'no_tls'
  // Codes of TLS, such as CERT_HAS_EXPIRED, have an underscore. Codes of a connection, such as ECONNRESET, have no
  // underscore.
  return code === 'ETLS' || (code === 'ESOCKET' && originalCode.includes('_')) ? 'tls_failed' : undefined
}

export const adviceOn: Readonly<Record<TlsProblem, string>> = {
  no_tls:
    'the mail server does not encrypt (no STARTTLS), so no message was sent: set SMTP_URL to the smtps:// address of the server. If the server is too old, run a mail relay on this machine that passes messages on encrypted, and set SMTP_URL to smtp://localhost',
  tls_failed:
    'no encrypted connection to the mail server came about, so no message was sent: check that SMTP_URL names the host in its certificate. If an authority of your own issued the certificate, set NODE_EXTRA_CA_CERTS to the file of that authority',
}
