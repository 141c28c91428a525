import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect } from 'react'
import { Banner } from '../../components/Banner'
import { Skeleton } from '../../components/Skeleton'
import { Loaded } from '../../connected/Loaded'
import { useT } from '../../i18n'
import { usePageShow } from '../../platform/usePageShow'
import { usePageShown } from '../../platform/usePageShown'
import { useStores } from '../../stores/StoresContext'
import { HeroCard } from './HeroCard'
import { UserHead } from './UserHead'
import { UserMenu } from './UserMenu'
import './UserScreen.scss'

export interface UserScreenProps {
  /** The steps that a new user has left, which another feature brings. */
  steps?: ReactNode
}

/** The personal centre. The menu is always there; the figures come when they are known. */
export const UserScreen = observer(function UserScreen({ steps }: UserScreenProps) {
  const { account } = useStores()
  const { kind } = account.me.state
  usePageShow(() => {
    account.load()
  })
  useEffect(() => {
    if (kind === 'idle') account.load()
  }, [account, kind])
  useFreshFigures()
  return (
    <View className="user">
      <View className="user__top stack gap-16">
        <Figures />
      </View>
      {account.figures ? steps : null}
      <UserMenu />
    </View>
  )
})

const SETTLE_MS = 500

/** A newer balance means that profit and loss may have changed: loads the figures again after a pause. */
function useFreshFigures(): void {
  const { account } = useStores()
  const shown = usePageShown()
  const known = account.figures?.balance.version
  const newest = account.balance?.version
  useEffect(() => {
    if (!shown || known === undefined || newest === undefined || newest <= known) return
    const timer = setTimeout(() => account.load(), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [account, shown, known, newest])
}

const Figures = observer(function Figures() {
  const { account } = useStores()
  const t = useT()
  const { me } = account
  return (
    <Loaded from={me} loading={<Loading />}>
      {(figures) => (
        <>
          {me.refreshFailure ? (
            <Banner text={t('common.stale')} actionLabel={t('common.retry')} onAction={() => account.load()} />
          ) : null}
          <UserHead me={figures} />
          <HeroCard />
        </>
      )}
    </Loaded>
  )
})

function Loading() {
  const t = useT()
  return (
    <View aria-busy ariaRole="status" aria-label={t('common.loading')}>
      <View className="user__loading line">
        <Skeleton shape="circle" className="user__avatar" />
        <View className="user__lines">
          <Skeleton shape="title" />
          <Skeleton />
        </View>
      </View>
      <Skeleton shape="block" className="user__hero" />
    </View>
  )
}
