import { words } from '../words/words.ts'

export const DaySheet = () => (
  <div class="page">
    <h1>{words.value.sheet.title}</h1>
  </div>
)
