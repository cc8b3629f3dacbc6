import { online } from '../api/online.ts'
import { Icon } from '../base/icon.tsx'
import { words } from '../words/words.ts'

/** Shows above every screen that there is no connection. */
export const Banner = () => (
  <div class="banner-place" role="status">
    {!online.value && (
      <p class="banner">
        <Icon name="alert" />
        {words.value.shell.offline}
      </p>
    )}
  </div>
)
