/**
 * The headers of a tar archive in the `ustar` form (POSIX.1-2017, `pax`, "ustar Interchange Format"). Sizes from 8 GiB
 * on are written in base 256, which GNU tar, bsdtar and Python read.
 */

/**
 * The length of a block in bytes. Headers begin at multiples of this length, so the end of a file is filled up to a
 * whole block.
 */
export const block = 512

/** The offset and the length of each field. */
const fields = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
} as const

/** The largest size that eleven octal digits hold. */
const largestOctal = 8 ** 11 - 1

/** A header of a file that only its owner may read. It has no time, so that equal files make equal archives. */
export function tarHeader(name: string, size: number): Uint8Array {
  const header = Buffer.alloc(block)
  header.write(name, fields.name[0], 'latin1')
  header.write('0000600\0', fields.mode[0])
  header.write('0000000\0', fields.uid[0])
  header.write('0000000\0', fields.gid[0])
  writeSize(header, size)
  header.write('00000000000\0', fields.mtime[0])
  header.write('0', fields.type[0])
  header.write('ustar\x0000', fields.magic[0], 'latin1')
  header.write(`${octal(checksumOf(header), 6)}\0 `, fields.checksum[0])
  return header
}

function writeSize(header: Buffer, size: number): void {
  const [at, length] = fields.size
  if (size <= largestOctal) {
    header.write(`${octal(size, 11)}\0`, at)
    return
  }
  header[at] = 0x80
  header.writeBigUInt64BE(BigInt(size), at + length - 8)
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')

/** The sum of all bytes, with spaces in the place of the checksum. */
function checksumOf(header: Uint8Array): number {
  const [at, length] = fields.checksum
  return header.reduce((sum, byte, i) => sum + (i >= at && i < at + length ? 0x20 : byte), 0)
}

/** Name and size of an ordinary file; undefined for any other header. */
export function readTarHeader(header: Buffer): { name: string; size: number } | undefined {
  const text = (field: keyof typeof fields) => {
    const [at, length] = fields[field]
    return header.toString('latin1', at, at + length).split('\0')[0]!
  }
  if (!text('magic').startsWith('ustar') || !['0', ''].includes(text('type'))) return undefined
  if (Number.parseInt(text('checksum'), 8) !== checksumOf(header)) return undefined
  const size = readSize(header, text('size'))
  return size === undefined ? undefined : { name: text('name'), size }
}

function readSize(header: Buffer, digits: string): number | undefined {
  const [at, length] = fields.size
  if (header[at] === 0x80) {
    const size = header.readBigUInt64BE(at + length - 8)
    return size <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(size) : undefined
  }
  return /^ *[0-7]{1,11} *$/.test(digits) ? Number.parseInt(digits, 8) : undefined
}
