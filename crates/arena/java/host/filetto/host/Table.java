package filetto.host;

/** One game of a hosted player, whichever interface it implements. Rows and columns from the top left, from zero. */
interface Table {
    void init(int rows, int cols, int k, boolean first, int seconds);

    /** The board is empty again; the player is not told. */
    void clear();

    /** A stone was set, in the order of play. */
    void put(int row, int col);

    /** The player's answer as Gomocup writes cells. */
    String choose();

    String name();
}
