// The certificate library needs the `Reflect` functions of this package, so this import comes first.
import 'reflect-metadata'
import { isIP } from 'node:net'
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** A key and a certificate in PEM, the form that a TLS server takes. */
export interface Certified {
  readonly key: string
  readonly cert: string
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>
const validity = { notBefore: new Date(Date.now() - 86_400_000), notAfter: new Date(Date.now() + 86_400_000) }

/**
 * Makes a certificate authority for this test, in PEM. The authority issues a certificate for `host`, an IP address or
 * a name.
 */
export async function certifiedFor(host: string): Promise<Certified & { readonly authority: string }> {
  const authorityKeys = await newKeys()
  const authority = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test authority',
    keys: authorityKeys,
    signingAlgorithm: algorithm,
    ...validity,
    extensions: [new BasicConstraintsExtension(true)],
  })
  const keys = await newKeys()
  const issued = await X509CertificateGenerator.create({
    subject: 'CN=Test server',
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: algorithm,
    ...validity,
    extensions: [new SubjectAlternativeNameExtension([{ type: isIP(host) ? 'ip' : 'dns', value: host }])],
  })
  return { authority: pem(authority), cert: pem(issued), key: await privatePem(keys.privateKey) }
}

const pem = (certificate: X509Certificate): string => certificate.toString('pem')

async function privatePem(key: CryptoKey): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`
}
