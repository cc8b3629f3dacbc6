import { useEffect, useRef } from 'preact/hooks'
import { Told } from '../../../base/say-failure.ts'
import { sayProblem } from '../../../base/toasts.tsx'
import type { Refused } from './send.ts'

/**
 * Returns a function that runs an act for the form of a dialog. When the act is refused, the function throws a `Told`
 * with the reason as text and the failure as cause. When the dialog was closed meanwhile, a message shows the reason.
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
