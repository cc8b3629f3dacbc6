/**
 * Lines for a backend of HAProxy, so that requests wait while a server restarts. The router and `chairside proxy`
 * print these lines.
 */

/**
 * The lines before the servers of a backend. A server that stops still serves for two seconds, but answers the check
 * at `path` with an error. HAProxy then sends it no more requests, so its last connections close without a request.
 */
export const waitingLines = (path: string): string => `\toption httpchk
\thttp-check send meth GET uri ${path}
\thttp-check expect status 200
\t# While a server restarts, requests wait at the server below, where nobody listens. HAProxy tries again each second, and
\t# then finds the server that is back. Nothing was sent yet, so each request can be repeated.
\tretries 60
\tretry-on conn-failure
\toption redispatch 1`

/**
 * The words after the address of a server. HAProxy must notice a server that stops within the two seconds in which it
 * still serves.
 */
export const checkWords = 'check inter 1s fastinter 100ms downinter 500ms fall 2 rise 1'

/** The server at which requests wait. Its port refuses connections on every usual machine. */
export const waitingServer = `\tserver waiting 127.0.0.1:1 backup`
