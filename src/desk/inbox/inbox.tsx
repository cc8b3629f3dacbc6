import { words } from '../words/words.ts'

export const InboxScreen = () => (
  <div class="page">
    <h1>{words.value.inbox.title}</h1>
  </div>
)
