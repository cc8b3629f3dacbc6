import { expect, test } from 'bun:test'
import { throughMoves } from '../../src/desk/api/moving.ts'

/** Sends a write to a server that gives these answers in order, and repeats the last one. */
async function sent(...answers: Response[]) {
  const bodies: string[] = []
  const pauses: number[] = []
  const send = throughMoves(
    async (request) => {
      bodies.push(await request.text())
      return answers.length > 1 ? answers.shift()! : answers[0]!
    },
    async (ms) => void pauses.push(ms),
  )
  const answer = await send(new Request('http://desk.test/', { method: 'POST', body: 'x' }))
  return { answer, bodies, pauses }
}

const soon = { 'retry-after': '1' }

test('a request goes to the server again while its practice moves, with the same body', async () => {
  const { answer, bodies, pauses } = await sent(
    new Response(null, { status: 503, headers: soon }),
    new Response(null, { status: 421, headers: soon }),
    new Response('done'),
  )
  expect(await answer.text()).toBe('done')
  expect(bodies).toEqual(['x', 'x', 'x'])
  expect(pauses).toEqual([1_000, 1_000])
})

test('other answers are returned at once, and so is the last answer when a move does not end', async () => {
  for (const answer of [
    new Response(null, { status: 503 }),
    new Response(null, { status: 421 }),
    new Response(null, { status: 429, headers: soon }),
    new Response('done'),
  ])
    expect((await sent(answer)).bodies).toHaveLength(1)
  const { answer, bodies, pauses } = await sent(
    new Response(null, { status: 503, headers: { 'retry-after': '99' } }),
  )
  expect(answer.status).toBe(503)
  expect(bodies).toHaveLength(20)
  expect(Math.max(...pauses)).toBe(5_000)
})
