import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 24 * 60 * 60 * 1000

interface Input {
  /** Names beside the address. */
  readonly hosts?: readonly string[]
  /** Where the server is, unless it is certified for another place. */
  readonly address?: string
  readonly notAfter?: Date
}

interface Issued {
  readonly certificate: string
  readonly key: string
}

/** An authority of its own, which certifies servers at 127.0.0.1 or under other names, and the names of clients. */
export async function createAuthority(name: string, days = 1) {
  const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const own = await newKeys()
  const valid = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + days * DAY_MS) }
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys: own,
    signingAlgorithm: ALGORITHM,
    ...valid,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  })
  async function issue(
    commonName: string,
    { hosts = [], address = '127.0.0.1', notAfter = valid.notAfter }: Input = {},
  ): Promise<Issued> {
    const keys = await newKeys()
    const certificate = await x509.X509CertificateGenerator.create({
      subject: `CN=${commonName}`,
      issuer: root.subject,
      publicKey: keys.publicKey,
      signingKey: own.privateKey,
      signingAlgorithm: ALGORITHM,
      ...valid,
      notAfter,
      extensions: [
        new x509.SubjectAlternativeNameExtension([
          { type: 'ip', value: address },
          ...hosts.map((value) => ({ type: 'dns', value }) as const),
        ]),
      ],
    })
    const exported = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
    return { certificate: certificate.toString('pem'), key: x509.PemConverter.encode(exported, 'PRIVATE KEY') }
  }
  return { root: root.toString('pem'), issue }
}
