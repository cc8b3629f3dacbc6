/** Compares the answers of both programs, because their rates can be compared only when both do the same work. */
import type { Contender } from './rounds.ts'

/** @throws when the two programs answer one of the first requests differently, apart from new ids and times. */
export async function requireSameAnswers(a: Contender, b: Contender, requests = 20): Promise<void> {
  for (let i = 0; i < requests; i++) {
    const [ofA, ofB] = [await answerOf(a, i), await answerOf(b, i)]
    if (!Bun.deepEquals(ofA, ofB))
      throw new Error(
        `the answers to ${a.requests.request(i).toString().split('\r\n', 1)[0]} differ: ${Bun.inspect(ofA, { depth: 9 })} and ${Bun.inspect(ofB, { depth: 9 })}`,
      )
  }
  a.reset?.()
  b.reset?.()
}

async function answerOf({ port, requests }: Contender, i: number) {
  const [head = '', body] = requests.request(i).toString().split('\r\n\r\n')
  const [start = '', ...headers] = head.split('\r\n')
  const [method = '', path = ''] = start.split(' ')
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: headers.map((header) => header.split(': ') as [string, string]),
    ...(body && { body }),
  })
  const answer = (await response.json()) as { data?: Record<string, unknown>; requestId: unknown }
  if (!/^req_[0-9a-f-]{36}$/.test(String(answer.requestId))) throw new Error('an answer has no requestId')
  const { id: _id, createdAt: _createdAt, ...data } = answer.data ?? {}
  return {
    ...answer,
    requestId: '',
    status: response.status,
    data: method === 'GET' ? withoutCursor(answer.data) : withoutChange(data),
  }
}

/** A day without its cursor, because each server begins its own epoch of the changes. */
const withoutCursor = (data: object | undefined) =>
  data && 'cursor' in data ? { ...data, cursor: '' } : data

/** The written records of an answer, without the times of their last change. */
const withoutChange = (data: object): unknown =>
  JSON.parse(JSON.stringify(data, (name, value) => (name === 'updatedAt' ? undefined : value)))
