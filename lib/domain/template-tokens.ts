/** Room for what chat templates put around the messages; apart from the window, whose tokenizer takes memory. */
export const TEMPLATE_TOKENS = 64;
