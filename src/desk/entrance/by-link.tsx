import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { failedBy, newAddressIn } from '../api/failure.ts'
import { askPlainly } from '../api/plainly.ts'
import { keepSession } from '../api/session.ts'
import { Button } from '../base/button.tsx'
import { sayFailure, Told } from '../base/say-failure.ts'
import { dropUnsaved } from '../base/unsaved.ts'
import { noteUse } from '../base/used.ts'
import { makePasskey, obstacle } from '../parts/touch.ts'
import { words } from '../words/words.ts'
import { forgetLink, type Purpose, takeLink } from './link.ts'
import { Heading } from './parts.tsx'

/** Makes a passkey with the link, which ends the link, and opens the front desk. @throws Failure, Told. */
export type Register = (body: object) => Promise<void>

type State<T> =
  | { readonly is: 'loading' | 'spent' }
  | { readonly is: 'trouble'; readonly text: string }
  | { readonly is: 'opened'; readonly answer: T; readonly register: Register }

interface Props<T> {
  readonly purpose: Purpose
  readonly wide?: boolean
  /** What is shown for a link that does not work any more. */
  readonly spent: ComponentChildren
  readonly children: (answer: T, register: Register) => ComponentChildren
}

/** A screen behind a link. It asks the server what the link opens, and shows it or the reason why it does not open. */
export function ByLink<T>({ purpose, wide, spent, children }: Props<T>) {
  const { entrance, failures } = words.value
  const [state, setState] = useState<State<T>>({ is: 'loading' })
  useEffect(() => void open<T>(purpose, setState), [])
  return (
    <main class={wide ? 'wide' : ''} aria-busy={state.is === 'loading'}>
      {state.is === 'loading' && <p class="soft">{entrance.loading}</p>}
      {state.is === 'opened' && (
        <div class="stack" id="opened">
          {children(state.answer, state.register)}
        </div>
      )}
      {state.is === 'spent' && (
        <div class="stack" id="spent">
          {spent}
        </div>
      )}
      {state.is === 'trouble' && (
        <div class="stack" id="trouble">
          <Heading>{entrance.troubleTitle}</Heading>
          <p class="notice" role="alert">
            {state.text}
          </p>
          <Button kind="primary" onClick={() => location.reload()}>
            {failures.again}
          </Button>
        </div>
      )}
    </main>
  )
}

async function open<T>(purpose: Purpose, become: (state: State<T>) => void): Promise<void> {
  const spent = () => {
    forgetLink(purpose)
    become({ is: 'spent' })
  }
  const trouble = (text: string) => become({ is: 'trouble', text })
  // Without storage, a link cannot even be taken.
  const hindrance = obstacle()
  if (hindrance === 'noStorage') return trouble(words.value.entrance.obstacles[hindrance])
  const link = takeLink(purpose)
  if (link === undefined) return spent()
  if (hindrance !== undefined) return trouble(words.value.entrance.obstacles[hindrance])
  const register = async (fields: object) => {
    const body = { link, ...fields }
    const begun = askPlainly<{ options: object }>('POST', `/auth/${purpose}/options`, body)
    const { options } = await begun.catch((error) => {
      if (isRefused(error)) spent()
      throw error
    })
    const response = await makePasskey(options)
    const made = askPlainly<{ token: string }>('POST', `/auth/${purpose}`, { ...body, response })
    const { token } = await made.catch((error) => {
      throw isRefused(error) ? new Told(words.value.entrance.tooLate) : error
    })
    forgetLink(purpose)
    enter(token)
  }
  try {
    const answer = await askPlainly<T>('POST', `/auth/${purpose}/open`, { link })
    become({ is: 'opened', answer, register })
  } catch (error) {
    if (isRefused(error)) spent()
    else if (newAddressIn(error)) {
      forgetLink(purpose)
      // The secret stays behind `#`, where no server sees it.
      location.replace(`${newAddressIn(error)}/${purpose}#${link}`)
    } else trouble(sayFailure(error))
  }
}

const isRefused = (error: unknown) => failedBy(error, 'invalid_authorization')

/** Stores the new session in this tab and opens the front desk. */
export function enter(token: string): void {
  noteUse()
  keepSession(token)
  dropUnsaved()
  location.replace('/desk')
}
