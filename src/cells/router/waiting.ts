/** How HAProxy lets requests wait while a server restarts: lines for a backend, which the router and `chairside proxy` print. */

/**
 * The lines before the servers of a backend. A server answers the check at `path` with an error once it stops, while it
 * still serves for two seconds. HAProxy sends it nothing more from then on, so its last connections close without a request.
 */
export const waitingLines = (path: string): string => `\toption httpchk
\thttp-check send meth GET uri ${path}
\thttp-check expect status 200
\t# While a server restarts, requests wait at the server below, where nobody listens. HAProxy tries again each second, and
\t# then finds the server that is back. Nothing was sent yet, so each request can be repeated.
\tretries 60
\tretry-on conn-failure
\toption redispatch 1`

/** What follows the address of a server. A server that stops must be noticed within the two seconds in which it still serves. */
export const checkWords = 'check inter 1s fastinter 100ms downinter 500ms fall 2 rise 1'

/** The server at which requests wait. Its port refuses connections on every usual machine. */
export const waitingServer = `\tserver waiting 127.0.0.1:1 backup`
