import { useEffect, useRef } from 'preact/hooks'
import { Told } from '../../../base/say-failure.ts'
import { sayProblem } from '../../../base/toasts.tsx'
import type { Refused } from './send.ts'

/**
 * Lets the form of a dialog do something, and throws as `Told` why it was not done, with the failure as its cause. When the
 * dialog was closed meanwhile, a message says it.
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
    let told = new Told('')
    const done = await act((why, cause) => {
      if (isThere.current) told = new Told(why, { cause })
      else sayProblem(why)
    })
    if (!done) throw told
  }
}
