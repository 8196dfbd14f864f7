/* Lets the script of the form, which pages without cards fetch as well, read and write the cards in its fields. */
import { readCards, writeCards } from "./cards.js";

window.cardFields = { readCards, writeCards };
