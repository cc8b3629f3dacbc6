/**
 * How the messages of two cells about a move are encrypted. Each message is for one cell, one practice, one generation
 * and one direction, and counts once.
 */
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

/** The move that a message belongs to. A message of another move cannot be decrypted. */
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
  /** The public key for the other cells, in base64. */
  readonly publicKey: string
}

const keyFile = (databasePath: string): string => `${databasePath}-cell-key.pem`

/** The key of this cell. A new key is made when the file does not exist. */
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
 * Encrypts and decrypts the messages of a move. The key is derived from the private key of one cell and the public key
 * of the other (HKDF-SHA256, RFC 5869). So only the two cells have this key. Questions and answers have different keys.
 * AES-256-GCM as in NIST SP 800-38D.
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
   * `about` names the step of a question, or the question that an answer belongs to. Both sides must give the same
   * text.
   */
  seal(direction: 'question' | 'answer', about: string, message: Uint8Array): Buffer {
    const nonce = randomBytes(nonceBytes)
    const sealing = createCipheriv(cipher, this.#keys[direction], nonce)
    sealing.setAAD(Buffer.from(about))
    const sealed = Buffer.concat([sealing.update(message), sealing.final()])
    return Buffer.concat([nonce, sealing.getAuthTag(), sealed])
  }

  /** @throws when the message was changed, was not made by the other cell, or was sealed with another `about`. */
  open(direction: 'question' | 'answer', about: string, sealed: Buffer): Buffer {
    const opening = createDecipheriv(cipher, this.#keys[direction], sealed.subarray(0, nonceBytes))
    opening.setAAD(Buffer.from(about))
    opening.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    const text = opening.update(sealed.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, opening.final()])
  }
}

/**
 * The conversation of a question, and its number in it. The other cell names the conversation, and forgets it at a
 * restart. The number rises with each question.
 */
export interface PlaceInTalk {
  readonly conversation: string
  readonly number: number
}

/** A text that is authenticated together with a question: its step, its conversation and its number. */
export const aboutQuestion = (step: string, { conversation, number }: PlaceInTalk): string =>
  `${step} ${conversation} ${number}`

/** Names an encrypted question, so that an answer belongs to one question only. */
export const nameOf = (sealed: Buffer): string => sealed.subarray(0, nonceBytes).toString('hex')
