import { defineConfig } from 'vite'
import { viteOptions } from './build/vite-options.ts'

export default defineConfig(({ command }) => ({
  ...viteOptions(import.meta.dirname, process.env, command),
  logLevel: 'info',
}))
