import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { withWords, words } from '../words/words.ts'
import { Trouble } from './trouble.tsx'

/** A screen that loads its code when it is first opened. */
export function later(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined
  return function Later() {
    const [screen, setScreen] = useState<{ Screen: ComponentType } | undefined>(loaded && { Screen: loaded })
    const [error, setError] = useState<unknown>()
    const start = () =>
      void withWords(load()).then((Screen) => {
        loaded = Screen
        setScreen({ Screen })
      }, setError)
    useEffect(() => {
      if (screen === undefined) start()
    }, [])
    if (screen !== undefined) return <screen.Screen />
    if (error !== undefined) return <Trouble error={error} />
    return (
      <p class="loading" role="status">
        {words.value.shell.loading}
      </p>
    )
  }
}
