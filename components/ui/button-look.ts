import { cva, type VariantProps } from 'class-variance-authority';

/** Classes of a button, by its weight and size. */
export const buttonLook = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-honey text-honey-ink shadow-card hover:bg-honey-hover',
        secondary: 'border border-line-strong bg-surface text-ink shadow-card hover:bg-hover',
        ghost: 'text-ink-soft hover:bg-hover hover:text-ink',
        danger: 'border border-line-strong bg-surface text-bad hover:bg-bad-wash',
        link: 'text-honey-text underline-offset-4 hover:underline',
      },
      size: {
        sm: 'h-7 px-2.5 text-xs',
        md: 'h-8.5 px-3 text-[0.8125rem]',
        lg: 'h-10 px-4 text-sm',
        icon: 'size-8.5',
        iconSm: 'size-7',
        inline: 'h-auto p-0 max-sm:min-h-6',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

export type ButtonLook = VariantProps<typeof buttonLook>;
