import { expect, test } from 'bun:test'

// The words of now belong to the whole process, so this one has its own.
const script = `
  Object.assign(globalThis, { document: { documentElement: {} } })
  Object.defineProperty(navigator, 'languages', { value: ['en'] })
  const { loadWords, speak, words } = await import('${import.meta.dir}/../../src/desk/words/words.ts')
  // German is loaded already, so the English words come last.
  await speak('de')
  await speak('en')
  await Promise.all([loadWords('imports'), speak('de')])
  console.log(words.value.imports?.upload)`

test('texts that are loaded while the desk changes its language are in the new language', async () => {
  const { stdout } = Bun.spawn([process.execPath, '-e', script], { cwd: `${import.meta.dir}/../..` })
  expect((await new Response(stdout).text()).trim()).toBe('Datei einlesen')
})
