import { afterEach } from 'vitest'
import { dropToasts } from '../toasts.ts'

// A toast of the test before covers what is pressed next, for seconds.
afterEach(() => dropToasts())
