import { words } from '../words/words.ts'

export const WaitingListScreen = () => (
  <div class="page">
    <h1>{words.value.waiting.title}</h1>
  </div>
)
