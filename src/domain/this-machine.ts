/**
 * Whether a host name in a URL means this machine, so that nobody on a network can read the traffic. True for
 * `localhost` and the loopback addresses (RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3), in the spelling of a
 * parsed URL.
 */
export const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
