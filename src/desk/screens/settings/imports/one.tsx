import { useEffect, useMemo } from 'preact/hooks'
import { announce } from '../../../base/announce.tsx'
import { hrefOf } from '../../../base/route.ts'
import type { Resource } from '../../../live/resource.ts'
import { Read, useResource } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { Acts } from './acts.tsx'
import { Columns } from './columns.tsx'
import { Duplicates } from './duplicates.tsx'
import { Reminders } from './reminders.tsx'
import { Result } from './result.tsx'
import { sayState } from './say.ts'
import { actsOn, type Import, importOf, isAtWork, type OpenImport } from './state.ts'
import { Summary } from './summary.tsx'
import { Values } from './values.tsx'

const lookEveryMs = 1_000

/** The page of one import. */
export function One({ id }: { readonly id: string }) {
  const of = useResource(useMemo(() => importOf(id), [id]))
  useLooks(of)
  return (
    <>
      <p>
        <a href={hrefOf('settings', 'imports')}>{words.value.imports.all}</a>
      </p>
      <Read from={of}>{(it) => <Parts {...actsOn(of, it)} />}</Read>
    </>
  )
}

/** Reads the import every second while the service works on it, and announces each new state. */
function useLooks(of: Resource<Import>): void {
  const works = of.value !== undefined && isAtWork(of.value)
  const state = of.value && sayState(of.value)
  useEffect(() => {
    if (!works) return
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      timer = setTimeout(() => void of.again().then(look), lookEveryMs)
    }
    look()
    return () => clearTimeout(timer)
  }, [of, works])
  useEffect(() => {
    if (state !== undefined) announce(state)
  }, [state])
}

function Parts(open: OpenImport) {
  const { state, kind } = open.it
  // During the dry run, the forms show nothing. But they stay mounted, so that they keep unsent choices.
  const hasForms = state === 'ready' || state === 'checking' || state === 'checked'
  const columns = hasForms && <Columns key="columns" {...open} />
  return (
    <>
      <Summary {...open} />
      {state !== 'ready' && <Result {...open} />}
      {hasForms && <Duplicates {...open} />}
      {hasForms && <Values {...open} />}
      {state === 'committed' && kind === 'appointments' && <Reminders {...open} />}
      {state === 'ready' && columns}
      <Acts {...open} />
      {state !== 'ready' && columns}
    </>
  )
}
