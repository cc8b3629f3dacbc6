/** How two cells speak about a move: each message is sealed for one cell, one practice, one generation and one direction, and counts once. */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writeWholeFile } from '../../db/whole-file.ts'

/** What a message belongs to. A message about anything else cannot be opened. */
export interface MoveSubject {
  /** The cell that the practice leaves, and the cell that it goes to. */
  readonly from: string
  readonly to: string
  readonly practiceId: string
  /** The generation that the practice has after the move. */
  readonly generation: number
  /** The id of the move. */
  readonly move: string
}

/** The key pair of a cell (X25519, RFC 7748). The private key is in a file beside the database, and nowhere else. */
export interface CellKey {
  readonly privateKey: KeyObject
  /** For the other cells. In base64. */
  readonly publicKey: string
}

const keyFile = (databasePath: string): string => `${databasePath}-cell-key.pem`

/** The key of this cell. It is made where there is none. */
export function cellKeyOf(databasePath: string): CellKey {
  const path = keyFile(databasePath)
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('x25519')
    writeWholeFile(path, privateKey.export({ format: 'pem', type: 'pkcs8' }) as string)
  }
  const privateKey = createPrivateKey(readFileSync(path))
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64')
  return { privateKey, publicKey }
}

const cipher = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/**
 * Seals and opens the messages of a move. Only the two cells can, because the key follows from the private key of one and the
 * public key of the other (HKDF-SHA256, RFC 5869). Questions and answers have keys of their own. AES-256-GCM as in NIST SP
 * 800-38D.
 */
export class Envelope {
  readonly #keys: Readonly<Record<'question' | 'answer', Buffer>>

  constructor(
    { privateKey }: CellKey,
    otherKey: string,
    { from, to, practiceId, generation, move }: MoveSubject,
  ) {
    const publicKey = createPublicKey({ key: Buffer.from(otherKey, 'base64'), format: 'der', type: 'spki' })
    const shared = diffieHellman({ privateKey, publicKey })
    const keyFor = (direction: string) => {
      const about = JSON.stringify(['chairside move', from, to, practiceId, generation, move, direction])
      return Buffer.from(
        hkdfSync('sha256', shared, move, new Bun.CryptoHasher('sha256').update(about).digest(), 32),
      )
    }
    this.#keys = { question: keyFor('question'), answer: keyFor('answer') }
  }

  /**
   * `about` names the step of a question, or the question that an answer belongs to. Both sides must give the same text.
   */
  seal(direction: 'question' | 'answer', about: string, message: Uint8Array): Buffer {
    const nonce = randomBytes(nonceBytes)
    const sealing = createCipheriv(cipher, this.#keys[direction], nonce)
    sealing.setAAD(Buffer.from(about))
    const sealed = Buffer.concat([sealing.update(message), sealing.final()])
    return Buffer.concat([nonce, sealing.getAuthTag(), sealed])
  }

  /** @throws where the message is one of somebody else, or about something else, or was changed. */
  open(direction: 'question' | 'answer', about: string, sealed: Buffer): Buffer {
    const opening = createDecipheriv(cipher, this.#keys[direction], sealed.subarray(0, nonceBytes))
    opening.setAAD(Buffer.from(about))
    opening.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    const text = opening.update(sealed.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, opening.final()])
  }
}

/**
 * Where a question stands. The other cell gives the conversation its name, and forgets it when it starts again. The number rises
 * with each question.
 */
export interface PlaceInTalk {
  readonly conversation: string
  readonly number: number
}

/** What the seal of a question covers beside the question: its step and its place. */
export const aboutQuestion = (step: string, { conversation, number }: PlaceInTalk): string =>
  `${step} ${conversation} ${number}`

/** Names a sealed question, so that an answer belongs to one question only. */
export const nameOf = (sealed: Buffer): string => sealed.subarray(0, nonceBytes).toString('hex')
