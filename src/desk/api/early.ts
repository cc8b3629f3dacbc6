/** Requests that are sent while the browser still loads the scripts that need the answers. */
import { fetchInTime } from './in-time.ts'

/** The answers by address. */
const answers = new Map<string, Promise<Response>>()

/** Sends a GET request to an address, with the token of a session. */
export function askEarly(address: URL, token: string): void {
  const request = new Request(address, { headers: { authorization: `Bearer ${token}` } })
  const answer = fetchInTime(request)
  // The code that takes the answer also gets its error.
  answer.catch(() => {})
  answers.set(request.url, answer)
}

/** The answer to a request that was sent early. Only the first caller gets it. */
export function takeEarly({ method, url }: Request): Promise<Response> | undefined {
  const answer = method === 'GET' ? answers.get(url) : undefined
  answers.delete(url)
  return answer
}
