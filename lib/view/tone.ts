/** How a word is meant. Which colour and icon that gets is the components' business. */
export type Tone = 'neutral' | 'honey' | 'good' | 'bad' | 'info';
