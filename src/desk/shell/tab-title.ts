import { useEffect } from 'preact/hooks'
import { me } from '../base/me.ts'
import { waitingCount } from '../screens/inbox/count.ts'
import { words } from '../words/words.ts'

/** Sets the title of the tab: the number of waiting items, the screen and the practice. */
export function useTabTitle(screen: string): void {
  const title = words.value.live.title(waitingCount.value, `${screen} · ${me.value.practice.name}`)
  useEffect(() => {
    document.title = title
  }, [title])
}
