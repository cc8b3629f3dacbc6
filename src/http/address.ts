import ipaddr from 'ipaddr.js'

/**
 * The IP address in a text such as `192.0.2.1:8080` or `[2001:db8::1]:443`, in its shortest spelling, without port,
 * brackets or zone. An IPv4 address inside an IPv6 address (RFC 4291 §2.5.5.2) is answered as IPv4.
 * Undefined for every other text, and for IPv4 in any spelling but four decimal numbers.
 */
export function parseAddress(text: string): string | undefined {
  return parse(withoutPort(text.trim()))?.toString()
}

/**
 * The network under which requests from an address are counted. For an IPv6 address, the network has `prefix` bits,
 * because a single customer usually has a whole network. An IPv4 address is its own network, and so is a text that is
 * no address.
 */
export function networkOf(address: string, prefix: 48 | 64): string {
  const parsed = parse(address)
  if (parsed === undefined || parsed.kind() === 'ipv4') return parsed?.toString() ?? address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${prefix}`)}/${prefix}`
}

/**
 * The address under which a request is counted. When a trusted proxy sends `header`, the address is read from it.
 * Otherwise the address of the connection is used. In a chain of proxies, our proxy writes the last address. Clients
 * can write anything before it.
 */
export const callerAddress = (
  request: Request,
  header: string | undefined,
  connection: () => string | undefined,
): string =>
  (header && parseAddress(request.headers.get(header)?.split(',').at(-1) ?? '')) || connection() || 'unknown'

/**
 * The host that a request names. When a header is configured, and the connection comes from a trusted proxy, the host
 * is read from `header`. Otherwise it is read from `Host`. A proxy is trusted on this machine and in a private network.
 * So strangers from elsewhere cannot name a host in `header`. In a chain of proxies, our proxy writes the last host.
 * Null when the request names no host there.
 */
export const namedHost = (
  request: Request,
  header: string | undefined,
  connection: () => string | undefined,
): string | null =>
  header === undefined || !isNear(connection() ?? '')
    ? request.headers.get('host')
    : (request.headers.get(header)?.split(',').at(-1)?.trim() ?? null)

/**
 * Whether an address belongs to this machine, or to a private network (RFC 1918, RFC 3927, RFC 4193, RFC 4291 §2.5.6).
 */
const isNear = (address: string): boolean =>
  ['loopback', 'private', 'uniqueLocal', 'linkLocal'].includes(parse(address)?.range() ?? '')

/** Whether an address is a loopback address, by which a machine reaches itself, such as `127.0.0.1` and `::1`. */
export const isLoopback = (address: string): boolean => parse(address)?.range() === 'loopback'

const withoutPort = (text: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (!ipaddr.IPv6.isValid(text)) return undefined
  const { parts } = ipaddr.IPv6.parse(text)
  const address = new ipaddr.IPv6(parts)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}
