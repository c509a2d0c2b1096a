import { Fragment } from 'react'

const GROUP = /.{1,4}/g

/** In groups of four for the eye. The gaps are no characters, so that what is selected by hand is the plain address. */
export const GroupedAddress = ({ address }: { address: string }) => (
  <bdi dir="ltr" className="block font-mono text-lg text-balance select-all">
    {(address.match(GROUP) ?? []).map((group, index) => (
      // The same four characters can come twice.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>
        <span className="me-[0.6ch] whitespace-nowrap">{group}</span>
        <wbr />
      </Fragment>
    ))}
  </bdi>
)
