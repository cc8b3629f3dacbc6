import { words } from '../words/words.ts'

export const Settings = () => (
  <div class="page">
    <h1>{words.value.settings.title}</h1>
  </div>
)
