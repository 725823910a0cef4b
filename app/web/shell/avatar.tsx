/** A person's picture, or the first letter of the name. */
export const Avatar = ({ name, picture }: { name: string; picture: string | null }) =>
  picture?.startsWith('https://') ? (
    <img src={picture} alt="" referrerPolicy="no-referrer" className="size-7 rounded-full object-cover" />
  ) : (
    <span
      aria-hidden
      className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text uppercase"
    >
      {name.slice(0, 1)}
    </span>
  )
