// Loaded when a server asks for it, which it does on busy days alone.
export { proveWork } from '@krapao/web'
