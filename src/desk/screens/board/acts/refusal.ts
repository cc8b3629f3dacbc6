import { useEffect, useRef } from 'preact/hooks'
import { Told } from '../../../base/say-failure.ts'
import { sayProblem } from '../../../base/toasts.tsx'
import type { Refused } from './send.ts'

/**
 * Lets the form of a dialog do something, and throws as `Told` why it was not done. When the dialog was closed meanwhile, a
 * message says it.
 */
export function useAttempt(): (act: (refused: Refused) => Promise<boolean>) => Promise<void> {
  const isThere = useRef(true)
  useEffect(
    () => () => {
      isThere.current = false
    },
    [],
  )
  return async (act) => {
    let why = ''
    const done = await act((text) => {
      if (isThere.current) why = text
      else sayProblem(text)
    })
    if (!done) throw new Told(why)
  }
}
