import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Console } from './Console'
import { firstLanguage } from './texts'

const { pathname, hash } = window.location
const root = document.getElementById('root')
document.documentElement.lang = firstLanguage()
if (root)
  createRoot(root).render(
    <StrictMode>
      <Console invitation={pathname === '/invitation' ? hash.slice(1) : ''} />
    </StrictMode>,
  )
