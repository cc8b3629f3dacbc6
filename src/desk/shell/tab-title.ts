import { useEffect } from 'preact/hooks'
import { me } from '../base/me.ts'
import { waitingCount } from '../screens/inbox/count.ts'
import { words } from '../words/words.ts'

/** Names the tab after the screen and the practice, and after how many things wait. */
export function useTabTitle(screen: string): void {
  const title = words.value.live.title(waitingCount.value, `${screen} · ${me.value.practice.name}`)
  useEffect(() => {
    document.title = title
  }, [title])
}
